ALTER TABLE "task_rows" ADD COLUMN "keys" text[];--> statement-breakpoint
CREATE INDEX "task_rows_keys" ON "task_rows" USING gin ("keys") WITH (fastupdate=false) WHERE "task_rows"."keys" IS NOT NULL;