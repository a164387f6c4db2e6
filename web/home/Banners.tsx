import { useText } from '../i18n/index.ts'
import { Banner } from '../ui/Banner.tsx'
import { Carousel } from '../ui/Carousel.tsx'

const AUTOPLAY_MS = 3000

export function Banners() {
  const t = useText().home
  return (
    <Carousel
      label={t.banners}
      autoplay={AUTOPLAY_MS}
      words={{ carousel: t.carousel, slide: t.slide, pause: t.pause, play: t.play, place: t.banner }}
    >
      <Banner
        light="/banners/banner-1-light.webp"
        dark="/banners/banner-1-dark.webp"
        title={t.banner1}
        text={t.banner1Text}
      />
      <Banner
        light="/banners/banner-2-light.webp"
        dark="/banners/banner-2-dark.webp"
        title={t.banner2}
        text={t.banner2Text}
      />
    </Carousel>
  )
}
