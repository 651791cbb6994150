DROP INDEX "task_rows_subject";--> statement-breakpoint
DROP INDEX "tasks_unfinished";--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "counts" jsonb;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "marks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "task_rows_subject" ON "task_rows" USING btree ("shop_id","task_id","subject","position") WHERE "task_rows"."subject" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "tasks_unfinished" ON "tasks" USING btree ("lease_ends_at") WHERE "tasks"."state" IN ('reading', 'planning', 'running', 'cancelling');--> statement-breakpoint
UPDATE "tasks" SET "counts" = (SELECT jsonb_build_object(
  'total', count(*),
  'pending', count(*) FILTER (WHERE r."state" = 'pending'),
  'planned', count(*) FILTER (WHERE r."state" = 'planned'),
  'invalid', count(*) FILTER (WHERE r."state" = 'invalid'),
  'unchanged', count(*) FILTER (WHERE r."state" = 'unchanged'),
  'sending', count(*) FILTER (WHERE r."state" = 'sending'),
  'done', count(*) FILTER (WHERE r."state" = 'done'),
  'failed', count(*) FILTER (WHERE r."state" = 'failed'),
  'unconfirmed', count(*) FILTER (WHERE r."state" = 'unconfirmed'),
  'skipped', count(*) FILTER (WHERE r."state" = 'skipped'),
  'changed', count(*) FILTER (WHERE r."state" = 'done' AND r."before" IS NOT NULL)
) FROM "task_rows" r WHERE r."shop_id" = "tasks"."shop_id" AND r."task_id" = "tasks"."id")
WHERE "state" NOT IN ('running', 'cancelling');
