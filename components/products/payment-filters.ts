/** What the payments of a product are asked with, on the server and in the browser alike. */
export const productPaymentFilters = (id: string) => ({ product_id: id, limit: 20 })
