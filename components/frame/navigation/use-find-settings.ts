import { useTranslations } from 'use-intl'
import type { Sections } from './sections'

/** Returns a function that finds pages of the settings by the words of their names and of what is on them. */
export function useFindSettings() {
  const t = useTranslations('frame')
  return (settings: Sections['settings'], typed: string): Sections['settings'] => {
    const words = typed.toLocaleLowerCase().split(/\s+/)
    return settings.filter(({ section }) => {
      const text = `${t(`nav.${section}`)} ${t(`settings.about.${section}`)}`.toLocaleLowerCase()
      return words.every((word) => text.includes(word))
    })
  }
}
