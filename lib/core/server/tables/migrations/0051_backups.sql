CREATE TABLE "backup_plan" (
	"id" integer PRIMARY KEY NOT NULL,
	"folder" text DEFAULT '' NOT NULL,
	"hour" integer DEFAULT 2 NOT NULL,
	"keep_daily" integer DEFAULT 7 NOT NULL,
	"keep_weekly" integer DEFAULT 4 NOT NULL,
	"passphrase_sealed" "bytea",
	"passphrase_set_at" timestamp with time zone,
	"passphrase_set_by" uuid,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text,
	"error" text,
	"file" text NOT NULL,
	"machine" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"bytes" bigint,
	"asked_by" uuid,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "backup_plan" ADD CONSTRAINT "backup_plan_passphrase_set_by_users_id_fk" FOREIGN KEY ("passphrase_set_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backups_started" ON "backups" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "backups_one_at_a_time" ON "backups" USING btree (("ended_at" IS NULL)) WHERE "backups"."ended_at" IS NULL;