CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"allowed_networks" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "old_secret_keys" (
	"shop_id" text NOT NULL,
	"id" uuid NOT NULL,
	"key_sealed" "bytea" NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"set_by" uuid,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_by" uuid,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "old_secret_keys_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "secret_key_set_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "secret_key_set_by" uuid;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "are_addresses_entered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shops" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_administrator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "old_secret_keys" ADD CONSTRAINT "old_secret_keys_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The first account is the one that the first start made. Before, it alone could connect a shop, by the environment.
UPDATE "users" SET "is_administrator" = true WHERE "id" = (SELECT "id" FROM "users" ORDER BY "created_at", "id" LIMIT 1);
