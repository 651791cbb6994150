ALTER TABLE "installation" ADD COLUMN "shop_adders" text DEFAULT 'administrators' NOT NULL;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "has_sandbox" boolean;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "is_sandbox_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "transaction_query" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reconciliation_rows" ADD COLUMN "fee" bigint;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN "missing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN "missing_by" uuid;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD COLUMN "missing_reason" text;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_missing_by_users_id_fk" FOREIGN KEY ("missing_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_action" ON "activity" USING btree ("shop_id","action","at","id");