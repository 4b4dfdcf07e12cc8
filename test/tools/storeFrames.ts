const image = (data: string) => `data:image/png;base64,${data}`;

/** Returns a page with the popup at its upper right corner. `page`, `popup`: PNGs in base64. */
export const overPage = (page: string, popup: string): string => `<!doctype html><style>
  body { margin: 0; width: 1280px; height: 800px; overflow: hidden; background: url(${image(page)}) }
  img { position: absolute; inset: 10px 28px auto auto; max-height: 780px; border-radius: 10px;
    box-shadow: 0 0 0 1px #0002, 0 18px 60px #0005 }
</style><img src="${image(popup)}" alt="">`;

/** Returns the promotional tile: the icon, the name, a description, and a part of the popup. */
export const tile = (icon: string, popup: string): string => `<!doctype html><style>
  body { margin: 0; width: 440px; height: 280px; overflow: hidden; position: relative; color: #06231f;
    background: #d5f0eb; font: 16px/1.35 system-ui, sans-serif }
  svg { position: absolute; inset: 34px auto auto 30px; width: 64px }
  h1 { position: absolute; inset: 108px auto auto 34px; margin: 0; font-size: 34px; letter-spacing: -0.5px }
  p { position: absolute; inset: 160px auto auto 34px; margin: 0; width: 172px; color: #0b4f49 }
  img { position: absolute; inset: 34px auto auto 232px; width: 270px; border-radius: 10px;
    box-shadow: 0 0 0 1px #0001, 0 14px 40px #06403a55 }
</style>${icon}<h1>Waymark</h1><p>Track the site you are looking at</p><img src="${image(popup)}" alt="">`;
