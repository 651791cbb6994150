DROP INDEX "card_tokens_stamp";--> statement-breakpoint
CREATE INDEX "card_tokens_of_card" ON "card_tokens" USING btree ("shop_id","stamp","created_at","id");