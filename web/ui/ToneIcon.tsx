import type { IconProps } from './Icon.tsx'
import { AlertIcon, CheckCircleIcon, ClockIcon, InfoIcon, MinusIcon, StarIcon, XIcon } from './icons.tsx'
import type { Tone } from './tone.ts'

const icons = {
  neutral: MinusIcon,
  done: CheckCircleIcon,
  soon: ClockIcon,
  late: AlertIcon,
  wrong: XIcon,
  note: InfoIcon,
  accent: StarIcon,
}

/** The default icon of a tone. */
export function ToneIcon({ tone, ...rest }: IconProps & { tone: Tone }) {
  const Drawn = icons[tone]
  return <Drawn {...rest} />
}
