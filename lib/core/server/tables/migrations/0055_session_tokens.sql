ALTER TABLE "sessions" ADD COLUMN "previous_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "previous_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sessions_of_previous_id" ON "sessions" USING btree ("previous_id");