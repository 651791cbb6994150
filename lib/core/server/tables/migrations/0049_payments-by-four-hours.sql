CREATE TABLE "payment_four_hours" (
	"shop_id" text NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"paid" numeric DEFAULT '0' NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"refunded" numeric DEFAULT '0' NOT NULL,
	"refunds" integer DEFAULT 0 NOT NULL,
	"charged_back" numeric DEFAULT '0' NOT NULL,
	"chargebacks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_four_hours_shop_id_at_currency_pk" PRIMARY KEY("shop_id","at","currency")
);
--> statement-breakpoint
CREATE TABLE "rolled_up_shops" (
	"shop_id" text PRIMARY KEY NOT NULL,
	"currency" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment_four_hours" ADD CONSTRAINT "payment_four_hours_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rolled_up_shops" ADD CONSTRAINT "rolled_up_shops_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;