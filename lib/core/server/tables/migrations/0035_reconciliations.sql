CREATE TABLE "reconciliation_rows" (
	"shop_id" text NOT NULL,
	"reconciliation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"result" text NOT NULL,
	"uid" text,
	"tracking_id" text,
	"parent_uid" text,
	"type" text,
	"status" text,
	"test" boolean,
	"amount" bigint,
	"amount_text" text,
	"currency" text,
	"at" timestamp with time zone,
	"day" date,
	"matched_uid" text,
	"matched_by" text,
	"differences" text[] NOT NULL,
	"problems" text[] NOT NULL,
	"ours" jsonb,
	"recorded_at" timestamp with time zone,
	CONSTRAINT "reconciliation_rows_shop_id_reconciliation_id_position_pk" PRIMARY KEY("shop_id","reconciliation_id","position")
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"step" text,
	"done" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"file_name" text NOT NULL,
	"file_hash" text,
	"file_bytes" bigint DEFAULT 0 NOT NULL,
	"format" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"day_from" date,
	"day_to" date,
	"counts" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone,
	"recorded_by" uuid,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	CONSTRAINT "reconciliations_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "statement_mappings" (
	"shop_id" text NOT NULL,
	"header" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statement_mappings_shop_id_header_pk" PRIMARY KEY("shop_id","header")
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "notification_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_states" ALTER COLUMN "notification_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transaction_states" ADD COLUMN "reconciliation_id" uuid;--> statement-breakpoint
ALTER TABLE "reconciliation_rows" ADD CONSTRAINT "reconciliation_rows_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_mappings" ADD CONSTRAINT "statement_mappings_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reconciliation_rows_result" ON "reconciliation_rows" USING btree ("shop_id","reconciliation_id","result","position");--> statement-breakpoint
CREATE INDEX "reconciliation_rows_uid" ON "reconciliation_rows" USING btree ("shop_id","reconciliation_id","uid");--> statement-breakpoint
CREATE INDEX "reconciliation_rows_matched" ON "reconciliation_rows" USING btree ("shop_id","reconciliation_id","matched_uid");--> statement-breakpoint
CREATE INDEX "reconciliation_rows_tracking" ON "reconciliation_rows" USING btree ("shop_id","tracking_id") WHERE "reconciliation_rows"."recorded_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reconciliations_hash" ON "reconciliations" USING btree ("shop_id","file_hash");--> statement-breakpoint
CREATE INDEX "reconciliations_working" ON "reconciliations" USING btree ("state") WHERE "reconciliations"."state" IN ('reading', 'matching', 'recording', 'undoing');--> statement-breakpoint
CREATE INDEX "transaction_states_reconciliation" ON "transaction_states" USING btree ("shop_id","reconciliation_id") WHERE "transaction_states"."reconciliation_id" IS NOT NULL;