DROP INDEX "products_amount";--> statement-breakpoint
CREATE INDEX "products_beginning" ON "products" USING btree ("shop_id",(left("search", 64) COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("shop_id",(left(coalesce("currency", ''), 10) || lpad((coalesce("amount", -1) + 1)::text, 19, '0') COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "products_type" ON "products" USING btree ("shop_id",coalesce("transaction_type", ''),"id");