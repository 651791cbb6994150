DROP INDEX "products_updated";--> statement-breakpoint
DROP INDEX "products_name";--> statement-breakpoint
CREATE INDEX "products_updated" ON "products" USING btree ("shop_id",coalesce("updated_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("shop_id",(left(coalesce("name", ''), 200) COLLATE "und-x-icu"),"id");