CREATE TABLE "task_rows" (
	"shop_id" text NOT NULL,
	"task_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"subject" text,
	"change" jsonb NOT NULL,
	"before" jsonb,
	"errors" jsonb,
	"finished_at" timestamp with time zone,
	CONSTRAINT "task_rows_shop_id_task_id_position_pk" PRIMARY KEY("shop_id","task_id","position")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"order" jsonb NOT NULL,
	"failure" text,
	"undoes" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"lease_ends_at" timestamp with time zone,
	CONSTRAINT "tasks_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "archived_by" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_rows_state" ON "task_rows" USING btree ("shop_id","task_id","state","position");--> statement-breakpoint
CREATE INDEX "tasks_newest" ON "tasks" USING btree ("shop_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tasks_unfinished" ON "tasks" USING btree ("lease_ends_at") WHERE "tasks"."state" IN ('planning', 'running', 'cancelling');--> statement-breakpoint
CREATE INDEX "products_amount" ON "products" USING btree ("shop_id",coalesce("amount", -1),"id");--> statement-breakpoint
CREATE INDEX "products_quantity" ON "products" USING btree ("shop_id",(CASE WHEN "infinite" THEN 9007199254740991::bigint ELSE coalesce("quantity", -1) END),"id");--> statement-breakpoint
CREATE INDEX "products_expired" ON "products" USING btree ("shop_id",coalesce("expired_at", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "products_created" ON "products" USING btree ("shop_id",coalesce("created_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "activity_subject" ON "activity" USING btree ("shop_id","subject","at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "submissions" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "fingerprint" text;--> statement-breakpoint
ALTER TABLE "syncs" ADD COLUMN "wanted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "products_currency" ON "products" USING btree ("shop_id",coalesce("currency", ''),"id");
--> statement-breakpoint
ALTER TABLE "task_rows" ADD COLUMN "cells" jsonb;--> statement-breakpoint
ALTER TABLE "task_rows" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "task_rows" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "lease" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "waiting_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "waiting_for" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "stuck_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "task_rows_subject" ON "task_rows" USING btree ("shop_id","task_id","subject","position");