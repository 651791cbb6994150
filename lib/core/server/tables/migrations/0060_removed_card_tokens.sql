CREATE TABLE "removed_card_tokens" (
	"shop_id" text NOT NULL,
	"mark" "bytea" NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "removed_card_tokens_shop_id_mark_pk" PRIMARY KEY("shop_id","mark")
);
--> statement-breakpoint
ALTER TABLE "removed_card_tokens" ADD CONSTRAINT "removed_card_tokens_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;