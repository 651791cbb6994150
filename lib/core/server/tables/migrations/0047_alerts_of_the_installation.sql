ALTER TABLE "alert_messages" DROP CONSTRAINT "alert_messages_shop_id_id_pk";--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_shop_id_id_pk";--> statement-breakpoint
ALTER TABLE "alert_messages" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "alert_messages" ALTER COLUMN "shop_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "shop_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "anchor_recipient" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "anchor_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "anchor_outcome" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "anchor_status" integer;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "reveals_per_hour" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "api_token" uuid;--> statement-breakpoint
CREATE INDEX "activity_actor" ON "activity" USING btree ("shop_id","actor_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_subject_begins" ON "activity" USING btree ("shop_id",lower("subject") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "activity_address_begins" ON "activity" USING btree ("shop_id","address" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open_installation" ON "alerts" USING btree ("kind","subject") WHERE "alerts"."closed_at" IS NULL AND "alerts"."shop_id" IS NULL;--> statement-breakpoint
UPDATE "tasks" SET "api_token" = t."id" FROM "api_tokens" t WHERE t."shop_id" = "tasks"."shop_id" AND t."user_id" = "tasks"."created_by" AND t."kind" = 'service';
