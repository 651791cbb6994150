-- What is searched by everybody held contacts of further forms in free text. Without terms, these rows are worked out anew.
UPDATE "notifications" SET "search_terms" = NULL
WHERE "search" ~ '@|%40|[[:alpha:]][+][1-9]|[(][0-9]{2,3}[)]|(^|[^[:alpha:]])(tel|mobil|(home|work|smart|contact|customer)?phone|cell|call|whatsapp|sms)[[:alpha:]]{0,12}[ .:#=-]{0,3}((number|nummer|num|no|nr|is)[ .:#=-]{1,3}){0,2}[0-9]';
