CREATE TABLE "blankings" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"customer_ids" text[] NOT NULL,
	"names" jsonb NOT NULL,
	CONSTRAINT "blankings_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "blanking_id" uuid;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "retention_months" integer;--> statement-breakpoint
ALTER TABLE "blankings" ADD CONSTRAINT "blankings_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_label_sets" ON "customers" USING btree ("shop_id","labels") WHERE "customers"."labels" <> '{}';--> statement-breakpoint
CREATE INDEX "notifications_blanking" ON "notifications" USING btree ("blanking_id") WHERE "notifications"."blanking_id" IS NOT NULL;