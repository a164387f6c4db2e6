import type { ReactNode } from 'react'

export type BannerProps = {
  src: string
  /** Whether the picture is a light or a dark one: the words on it follow, whatever the theme of the page. */
  theme: 'light' | 'dark'
  title: ReactNode
  text?: ReactNode
  /** A link or button below the words. */
  action?: ReactNode
}

/** A wide picture with words on its calm left side. Always of one height, so a carousel of them never jumps. */
export function Banner({ src, theme, title, text, action }: BannerProps) {
  return (
    <div data-theme={theme} className="@container relative h-52 bg-sunken sm:h-60 lg:h-75">
      <img
        src={src}
        alt=""
        width={2400}
        height={640}
        decoding="async"
        className="absolute inset-0 size-full object-cover object-[72%_50%]"
      />
      <div className="absolute inset-0 bg-linear-to-r from-paper/95 via-50% via-paper/85 to-85% to-transparent @xs:via-40% @xs:via-paper/75 @xs:to-75% @4xl:from-paper/70 @4xl:via-paper/35 @4xl:to-60%" />
      <div className="absolute inset-0 flex max-w-[70%] flex-col justify-center gap-2 px-5 pb-9 @2xl:max-w-lg @2xl:px-9 @4xl:px-12">
        <p className="text-balance font-semibold text-ink text-lg tracking-tight @xs:text-xl @2xl:text-2xl @4xl:text-3xl">
          {title}
        </p>
        {text && <p className="max-w-sm text-balance text-ink text-sm @2xl:text-base">{text}</p>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
