DROP INDEX "customers_external_id";--> statement-breakpoint
DROP INDEX "customers_phone";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "keys" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "heard" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "extra" text NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "keys" text[];--> statement-breakpoint
CREATE INDEX "customers_keys" ON "customers" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "notifications_keys" ON "notifications" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "phone_digits";