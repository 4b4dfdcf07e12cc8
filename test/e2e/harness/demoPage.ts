const goods = [
  ['Walnut desk lamp', '€ 89', '#d9b48f', '#8a5a33'],
  ['Stoneware mug', '€ 18', '#b9c7c1', '#4f6b62'],
  ['Linen notebook', '€ 24', '#c8bfd9', '#6a5a8a'],
  ['Brass bookend', '€ 42', '#e3cf8b', '#937a1f'],
] as const;

const style = `
  * { box-sizing: border-box; margin: 0 }
  body { font: 16px/1.5 system-ui, sans-serif; color: #26302c; background: #f6f4ef }
  header { display: flex; gap: 24px; align-items: baseline; padding: 20px 40px; background: #fff; border-bottom: 1px solid #e6e1d6 }
  header b { font: 700 22px/1 Georgia, serif; color: #2f5d50; margin-right: auto }
  header a { color: inherit; text-decoration: none }
  main { max-width: 1000px; margin: 0 auto; padding: 48px 40px }
  h1 { font: 400 40px/1.15 Georgia, serif; margin-bottom: 8px }
  p { color: #5b665f; margin-bottom: 32px }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 20px; padding: 0; list-style: none }
  li { background: #fff; border-radius: 10px; overflow: hidden; border: 1px solid #e6e1d6 }
  li i { display: block; height: 130px }
  li span { display: flex; gap: 8px; justify-content: space-between; padding: 12px 14px }`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns the HTML of a made-up shop that is named after the host. It looks like a real site, and loads nothing. */
export function demoPage({ hostname, pathname }: URL): string {
  const name = escaped(hostname);
  const cards = goods.map(
    ([label, price, light, deep]) =>
      `<li><i style="background:linear-gradient(135deg,${light},${deep})"></i><span>${label}<b>${price}</b></span></li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${name}: things for a quiet desk</title><style>${style}</style>
<header><b>${name}</b><a href="/">Shop</a><a href="/journal">Journal</a><a href="/cart">Cart</a></header>
<main><h1>Things for a quiet desk</h1><p>Made in small numbers. You are at ${escaped(pathname)}.</p>
<ul>${cards.join('')}</ul></main></html>`;
}
