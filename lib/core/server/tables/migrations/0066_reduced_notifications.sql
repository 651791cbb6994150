-- Unknown bodies and verification requests get keys since this release, by which anonymising finds them. Earlier ones get theirs in
-- the background, as all without keys do.
UPDATE "notifications" SET "keys" = NULL
WHERE "kind" IN ('unknown', 'verification') AND "keys" = '{}' AND "processed_at" IS NOT NULL
  AND "blanking_id" IS NULL AND "personal_removed_at" IS NULL AND "payload_removed_at" IS NULL;
--> statement-breakpoint
-- The signature tells anyone with the public key the hash of what was posted, so guesses of what was removed could be confirmed. Since
-- this release it goes with what is removed. The hashes are those of `maskedFingerprint`.
UPDATE "notifications" SET "headers" = "headers" - 'content-signature'
WHERE "headers" ? 'content-signature' AND (
  "has_card_number" OR "blanking_id" IS NOT NULL
  OR "personal_removed_at" IS NOT NULL OR "payload_removed_at" IS NOT NULL
  OR "keys" = '{}' AND EXISTS (SELECT 1 FROM "customer_links" l
    JOIN "customers" c ON c."shop_id" = l."shop_id" AND c."id" = l."customer_id" AND c."anonymised_at" IS NOT NULL
    WHERE l."shop_id" = "notifications"."shop_id" AND l."notification_id" = "notifications"."id")
  OR "fingerprint" = sha256(convert_to(E'masked \n', 'UTF8') || "body")
  OR "fingerprint" = sha256(convert_to('masked ' || "id" || E'\n', 'UTF8') || "body"));
--> statement-breakpoint
-- All of a payment is a test since this release if any of its transactions says so. Live shops that have one which says both count
-- again, in the background.
DELETE FROM "counted_shops" WHERE "shop_id" IN (
  SELECT t."shop_id" FROM "transaction_states" t JOIN "shops" s ON s."id" = t."shop_id" AND s."mode" = 'live'
  WHERE t."test" AND EXISTS (SELECT 1 FROM "transaction_states" f
    WHERE f."shop_id" = t."shop_id" AND f."root_uid" = t."root_uid" AND f."test" = false));
