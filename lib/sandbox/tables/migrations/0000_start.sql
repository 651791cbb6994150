-- The migrator keeps its own table in this schema and makes it first.
CREATE SCHEMA IF NOT EXISTS "sandbox";
--> statement-breakpoint
CREATE TABLE "sandbox"."deliveries" (
	"shop_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"uid" uuid NOT NULL,
	"body" "bytea" NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deliveries_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payments" (
	"shop_id" integer NOT NULL,
	"uid" uuid NOT NULL,
	"attempt" uuid NOT NULL,
	"product_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_shop_id_uid_pk" PRIMARY KEY("shop_id","uid")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."products" (
	"shop_id" integer NOT NULL,
	"id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."products_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"quantity" bigint,
	"infinite" boolean NOT NULL,
	"visible_fields" text[] NOT NULL,
	"test" boolean NOT NULL,
	"immortal" boolean NOT NULL,
	"expired_at" timestamp (3) with time zone,
	"return_url" text,
	"language" text NOT NULL,
	"transaction_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "products_stock" CHECK ("sandbox"."products"."infinite" OR "sandbox"."products"."quantity" >= 0),
	CONSTRAINT "products_period" CHECK ("sandbox"."products"."immortal" OR "sandbox"."products"."expired_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."shops" (
	"id" integer PRIMARY KEY NOT NULL,
	"secret_key_sealed" "bytea" NOT NULL,
	"private_key_sealed" "bytea" NOT NULL,
	"stamp_key_sealed" "bytea" NOT NULL,
	"public_key" text NOT NULL,
	"notification_url" text,
	"verification_url" text,
	"url" text,
	"three_d_secure" boolean DEFAULT false NOT NULL,
	"seeded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox"."deliveries" ADD CONSTRAINT "deliveries_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."payments" ADD CONSTRAINT "payments_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."products" ADD CONSTRAINT "products_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "sandbox"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "sandbox"."deliveries" USING btree ("next_attempt_at") WHERE "sandbox"."deliveries"."next_attempt_at" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_uid" ON "sandbox"."payments" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_attempt" ON "sandbox"."payments" USING btree ("shop_id","attempt");--> statement-breakpoint
CREATE INDEX "payments_product" ON "sandbox"."payments" USING btree ("shop_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_id" ON "sandbox"."products" USING btree ("id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "sandbox"."products" USING btree ("shop_id","position" DESC NULLS FIRST);