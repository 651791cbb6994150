ALTER TABLE "notifications" ADD COLUMN "search_terms" text[];--> statement-breakpoint
CREATE INDEX "notifications_search_terms" ON "notifications" USING gin ("search_terms") WHERE "notifications"."search_terms" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_without_terms" ON "notifications" USING btree ("id") WHERE "notifications"."search_terms" IS NULL AND "notifications"."processed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_currency" ON "notifications" USING btree ("shop_id","currency") WHERE "notifications"."currency" IS NOT NULL;