CREATE TABLE "activity_seals" (
	"shop_id" text,
	"seq" bigint NOT NULL,
	"entry_id" uuid PRIMARY KEY NOT NULL,
	"address_salt" "bytea",
	"detail_salt" "bytea",
	"address_hash" "bytea" NOT NULL,
	"detail_hash" "bytea" NOT NULL,
	"entry_hash" "bytea" NOT NULL,
	"sealed_until" timestamp with time zone NOT NULL,
	"hash" "bytea" NOT NULL,
	"forgotten_by" uuid,
	CONSTRAINT "activity_seals_seq" UNIQUE NULLS NOT DISTINCT("shop_id","seq")
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "is_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_seals" ADD CONSTRAINT "activity_seals_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("shop_id","at","id");--> statement-breakpoint
CREATE INDEX "activity_unsealed" ON "activity" USING btree ("at","id") WHERE not "activity"."is_sealed";--> statement-breakpoint
UPDATE "activity" SET "address" = "detail" ->> 'address', "detail" = "detail" - 'address' WHERE jsonb_exists("detail", 'address') AND jsonb_exists("detail", 'reason');
