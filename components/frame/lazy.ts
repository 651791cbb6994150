import { later } from '@/lib/core/i18n/later'

/** Loaders of the frame's dialogs, so that buttons can preload them on hover or focus. */
export const loadPalette = later(() => import('./palette/palette'))
export const loadSheet = later(() => import('./navigation/nav-sheet'))
export const loadSearch = () => import('./palette/palette-search')
