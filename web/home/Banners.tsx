import { useText } from '../i18n/index.ts'
import { Carousel } from '../ui/Carousel.tsx'

const AUTOPLAY_MS = 3000

export function Banners() {
  const t = useText().home
  const banners = [
    { image: '/banners/banner-1.webp', title: t.banner1, text: t.banner1Text },
    { image: '/banners/banner-2.webp', title: t.banner2, text: t.banner2Text },
  ]
  return (
    <Carousel
      label={t.banners}
      autoplay={AUTOPLAY_MS}
      words={{ carousel: t.carousel, slide: t.slide, pause: t.pause, play: t.play, place: t.banner }}
    >
      {banners.map(({ image, title, text }, at) => (
        <figure key={image} className="relative m-0 aspect-[4/3] w-full overflow-hidden rounded-lg sm:aspect-[15/4]">
          <img
            src={image}
            alt=""
            width="1200"
            height="320"
            fetchPriority={at === 0 ? 'high' : 'low'}
            className="absolute inset-0 size-full object-cover"
          />
          <figcaption className="absolute inset-x-0 bottom-0 max-w-xl p-5 pr-20 sm:inset-y-0 sm:right-auto sm:flex sm:flex-col sm:justify-center sm:p-10">
            <div className="rounded-md bg-card/88 px-5 py-4 shadow-card backdrop-blur-sm">
              <p className="text-balance font-semibold text-lg sm:text-xl">{title}</p>
              <p className="text-ink-soft">{text}</p>
            </div>
          </figcaption>
        </figure>
      ))}
    </Carousel>
  )
}
