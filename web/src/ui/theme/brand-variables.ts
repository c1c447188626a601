interface BrandColors {
  light: string
  lightHover: string
  dark: string
  darkHover: string
}

const own = '#4f4dcb'

/**
 * CSS variables that a brand's configuration sets on the root element (read by tokens.css). Text and tint are mixed
 * from the brand's two colors; the default brand has designed values, so nothing is set for it.
 */
export function brandVariables(colors: BrandColors): Record<string, string> {
  if (colors.light.toLowerCase() === own) return {}
  return {
    '--brand-light': colors.light,
    '--brand-hover-light': colors.lightHover,
    '--brand-text-light': `color-mix(in oklab, ${colors.lightHover}, black 10%)`,
    '--brand-tint-light': `color-mix(in oklab, ${colors.light} 9%, white)`,
    '--bg-selected-light': `color-mix(in oklab, ${colors.light} 8%, white)`,
    '--brand-dark': colors.dark,
    '--brand-hover-dark': colors.darkHover,
    '--brand-text-dark': `color-mix(in oklab, ${colors.dark} 55%, white)`,
    '--brand-tint-dark': `color-mix(in oklab, ${colors.dark} 24%, #141417)`,
    '--bg-selected-dark': `color-mix(in oklab, ${colors.dark} 18%, #141417)`,
  }
}
