export const loadShareSheet = () => import('./share-sheet')
