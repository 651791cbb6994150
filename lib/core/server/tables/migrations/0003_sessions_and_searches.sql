CREATE TABLE "ended_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "search_personal" text;--> statement-breakpoint
CREATE INDEX "notifications_search" ON "notifications" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "notifications_search_personal" ON "notifications" USING gin ("search_personal" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "idempotency_keys_open" ON "idempotency_keys" USING btree ("shop_id","user_id","route","fingerprint") WHERE "idempotency_keys"."state" <> 'done';--> statement-breakpoint
ALTER TABLE "syncs" DROP COLUMN "runs";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "status";