/** Opens a shop's overview as a new document: its frame lists the shops of the person. */
export const openShop = (id: string): void => window.location.assign(`/shops/${encodeURIComponent(id)}`)
