/** The sheet with every way to share a product, loaded on intent. */
export const loadShareSheet = () => import('./share-sheet')
