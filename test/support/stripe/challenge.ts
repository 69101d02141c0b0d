/**
 * The second step (3-D Secure) as customers of Stripe meet it, by public reports: a box at the very
 * beginning of the body, with a frame over the whole window that has the highest `z-index`
 * (github.com/recurly/recurly-js/issues/876, github.com/stripe/stripe-js/issues/599). It is not in
 * the top layer, and does not take the focus. Moved elsewhere, it would be empty.
 *
 * @returns whether the customer has completed it
 */
export async function completeChallenge(): Promise<boolean> {
  const box = document.createElement('div');
  const frame = document.createElement('iframe');
  frame.title = 'Secure 3D Secure frame';
  frame.name = '__privateStripeFrame1';
  frame.style.cssText =
    'position: fixed !important; inset: 0; width: 100%; height: 100%; border: 0; z-index: 2147483647 !important';
  box.append(frame);
  // In Firefox, the empty document comes later and replaces an earlier one.
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.prepend(box);
  await loaded;
  const isCompleted = await new Promise<boolean>((resolve) => {
    for (const [name, answer] of [
      ['Complete', true],
      ['Fail', false],
    ] as const) {
      const button = document.createElement('button');
      button.textContent = name;
      button.addEventListener('click', () => resolve(answer));
      frame.contentDocument?.body.append(button);
    }
  });
  box.remove();
  return isCompleted;
}
