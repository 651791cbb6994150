import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

/** Loaders of the frame's dialogs, so that buttons can preload them on hover or focus. */
export const loadPalette = lazyWithMessages(() => import('./palette/palette'))
export const loadSheet = lazyWithMessages(() => import('./navigation/nav-sheet'))
export const loadSearch = () => import('./palette/palette-search')
