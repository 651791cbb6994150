-- What is searched by everybody held contacts in free text. Without terms, these rows are worked out anew.
UPDATE "notifications" SET "search_terms" = NULL
WHERE "search" ~ '@|[+][0-9]|[(]?\m0[0-9 ()./-]{6}|[0-9]{3}[)]?[ .-]{1,2}[0-9]{3}[ .-][0-9]{4}|tel|phone|mobile|cell|call|whatsapp|sms';
