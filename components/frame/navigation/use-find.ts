'use client'
import { useTranslations } from 'use-intl'
import type { FrameShop } from '../types'
import type { Sections } from './sections'

/** Returns a function that finds pages of the settings by the words of their names and contents. */
export function useFindSettings() {
  const t = useTranslations('frame')
  return (settings: Sections['settings'], typed: string): Sections['settings'] => {
    const matches = matcher(typed)
    return settings.filter(({ section }) =>
      matches(`${t(`nav.${section}`)} ${t(`settings.about.${section}`)}`),
    )
  }
}

/** Returns a function that finds shops by words of their name, their gateway shop ID and their mode. */
export function useFindShops() {
  const t = useTranslations('frame.shopMode')
  return (shops: readonly FrameShop[], typed: string): readonly FrameShop[] => {
    const matches = matcher(typed)
    return shops.filter(({ name, gateway_shop_id: id, mode, isArchived }) =>
      matches(`${name} ${id} ${t(isArchived ? 'archived' : mode)}`),
    )
  }
}

/** Returns whether a text has every typed word. */
function matcher(typed: string): (text: string) => boolean {
  const words = typed.toLocaleLowerCase().split(/\s+/)
  return (text) => words.every((word) => text.toLocaleLowerCase().includes(word))
}
