CREATE TABLE "search_words" (
	"shop_id" text NOT NULL,
	"resource" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_words_shop_id_resource_word_pk" PRIMARY KEY("shop_id","resource","word")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "sounds" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_shop_id_shops_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_words_like" ON "search_words" USING gin ("word" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "customers_sounds" ON "customers" USING gin ("sounds") WITH (fastupdate=false);--> statement-breakpoint
INSERT INTO "search_words" ("shop_id", "resource", "word")
SELECT DISTINCT "shop_id", 'products', "word" FROM "products", regexp_split_to_table(
  split_part("search", E'\n', 1) || split_part("search", E'\n', 2), '[^[:alpha:]]+') "word"
WHERE length("word") BETWEEN 4 AND 16;--> statement-breakpoint
INSERT INTO "search_words" ("shop_id", "resource", "word")
SELECT DISTINCT "shop_id", 'customers', "word" FROM "customers", regexp_split_to_table(
  split_part("search", E'\n', 1) || split_part(split_part("search", E'\n', 3), '@', 1) || split_part("search", E'\n', 6), '[^[:alpha:]]+') "word"
WHERE length("word") BETWEEN 4 AND 16 AND "anonymised_at" IS NULL;
