CREATE TABLE "sealing" (
	"id" integer PRIMARY KEY NOT NULL,
	"mark_key_sealed" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"old_key_id" text,
	"key_since" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_key_id" text
);
--> statement-breakpoint
ALTER TABLE "pending_identities" ADD COLUMN "label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "local_sign_in_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "administrator_by" text;