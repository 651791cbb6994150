-- What is searched by everybody held contacts in fields of the shop's own, and of further forms in free text. Without terms, these rows are worked out anew.
UPDATE "notifications" SET "search_terms" = NULL
WHERE "search" ~ '@|%40|[+][ ()./_‐-―-]{0,3}[0-9]|[0-9][ ()./_‐-―-]{3}[0-9]|(^|[^[:alnum:]])[(]?0[)]?[0-9 ()./_‐-―-]{6}|(^|[^[:alnum:].-])8 ?[( ‐-―-][0-9 ]|(^|[^[:alpha:]])(viber[[:alpha:]]*|ph|fon|fax|gsm|msisdn|handy|tlf|movil|celular|тел|телефон|моб|мобильныи|τηλ)[^[:alpha:]]|(tel|mobil|phone|cell|call|whatsapp|sms)[[:alpha:]]{0,12}[''"/_‐-―-]|called [0-9]';
