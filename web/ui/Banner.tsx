import type { CSSProperties, ReactNode } from 'react'

export type BannerProps = {
  /** The picture for each theme; the browser loads only the visible one. */
  light: string
  dark: string
  title: ReactNode
  text?: ReactNode
}

/** A wide picture with words on its calm left side. All have one height, so a carousel of them never jumps. */
export function Banner({ light, dark, title, text }: BannerProps) {
  return (
    <div className="relative h-23.5 overflow-hidden bg-sunken sm:h-31.5 lg:h-49.5">
      <div
        aria-hidden="true"
        style={{ '--light': `url(${light})`, '--dark': `url(${dark})` } as CSSProperties}
        // The picture fades out under the words.
        className="picture-by-theme mask-l-from-35% mask-l-to-78% sm:mask-l-from-55% sm:mask-l-to-100% absolute inset-y-0 right-0 aspect-15/4 bg-cover bg-right"
      />
      <div className="absolute inset-0 flex max-w-[56%] flex-col justify-center gap-1 px-4 sm:max-w-[50%] sm:px-7 lg:max-w-md lg:gap-2 lg:px-10">
        <p className="text-balance font-semibold text-ink leading-snug tracking-tight sm:text-xl lg:text-2xl">
          {title}
        </p>
        {text && <p className="text-balance text-ink text-sm max-sm:hidden lg:text-base">{text}</p>}
      </div>
    </div>
  )
}
