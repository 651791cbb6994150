/** Loaders of the frame's dialogs, so that buttons can preload them on hover or focus. */
export const loadPalette = () => import('./palette')
export const loadSheet = () => import('./navigation/nav-sheet')
export const loadSearch = () => import('./palette-search')
