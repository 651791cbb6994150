/** The frame's dialogs as loaders, so that what opens them can begin the download on hover or focus. */
export const loadPalette = () => import('./palette')
export const loadSheet = () => import('./nav-sheet')
export const loadSearch = () => import('./palette-search')
