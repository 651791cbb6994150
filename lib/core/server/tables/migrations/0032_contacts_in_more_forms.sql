-- What is searched by everybody held contacts of further forms in free text. Without terms, these rows are worked out anew.
UPDATE "notifications" SET "search_terms" = NULL
WHERE "search" ~ '@|%40|[[:alpha:]][+][1-9]|[(][0-9]{2,3}[)]|tel|phone|mobile|cell|call|whatsapp|sms';
