CREATE TABLE "filled_payments" (
	"shop_id" text PRIMARY KEY NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_notes" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"uid" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid NOT NULL,
	CONSTRAINT "payment_notes_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_country" text;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "transaction_page" text;--> statement-breakpoint
ALTER TABLE "filled_payments" ADD CONSTRAINT "filled_payments_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notes" ADD CONSTRAINT "payment_notes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_notes_payment" ON "payment_notes" USING btree ("shop_id","uid","created_at");--> statement-breakpoint
CREATE INDEX "payments_at" ON "payments" USING btree ("shop_id","at","uid");--> statement-breakpoint
CREATE INDEX "payments_state" ON "payments" USING btree ("shop_id","state","at","uid");--> statement-breakpoint
CREATE INDEX "payments_currency" ON "payments" USING btree ("shop_id","currency","at","uid");--> statement-breakpoint
CREATE INDEX "payments_amount" ON "payments" USING btree ("shop_id",(coalesce("currency", '') || lpad(coalesce(nullif("paid", 0), nullif("held", 0), nullif("tried", 0), nullif("refunded", 0), "charged_back")::text, 19, '0') COLLATE "C"),"uid");--> statement-breakpoint
CREATE INDEX "payments_brand" ON "payments" USING btree ("shop_id","card_brand","at","uid") WHERE "payments"."card_brand" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_country" ON "payments" USING btree ("shop_id","card_country","at","uid") WHERE "payments"."card_country" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_type" ON "payments" USING btree ("shop_id","type","at","uid") WHERE "payments"."type" <> 'payment';--> statement-breakpoint
CREATE INDEX "payments_evidence" ON "payments" USING btree ("shop_id","authenticity","at","uid") WHERE "payments"."authenticity" <> 'signature';--> statement-breakpoint
CREATE INDEX "payments_test" ON "payments" USING btree ("shop_id","at","uid") WHERE "payments"."test";--> statement-breakpoint
CREATE INDEX "payments_difference" ON "payments" USING btree ("shop_id","at","uid") WHERE "payments"."difference" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_returned" ON "payments" USING btree ("shop_id","at","uid") WHERE "payments"."refunded" + "payments"."charged_back" > 0;--> statement-breakpoint
CREATE INDEX "payments_unlinked" ON "payments" USING btree ("shop_id","at","uid") WHERE "payments"."checkout_id" IS NULL AND "payments"."product_id" IS NULL;--> statement-breakpoint
CREATE INDEX "transaction_states_returned" ON "transaction_states" USING btree ("shop_id","currency","at") WHERE "transaction_states"."counts_as" IN ('refunded', 'charged_back');