import { html, nothing, type TemplateResult } from 'lit';
import { type DraftForm, removeButton, textInput } from './form-controls.ts';
import type { DraftProduct } from './own-draft.ts';
import { changed } from './price-group.ts';

/** @param isWritten whether the platform has it, which removes no product */
export function ownProduct(
  form: DraftForm,
  product: DraftProduct,
  index: number,
  isWritten: boolean,
): TemplateResult {
  const id = `products.${index}`;
  const { products, currency } = form.draft;
  const edit = (change: Partial<DraftProduct>) =>
    form.edit({ products: changed(products, product, change) });
  const remove = () => form.edit({ products: products.filter(({ key }) => key !== product.key) });
  return html`<div class="product" role="group" aria-labelledby=${`${id}.head`}>
    <div class="head">
      <h4 id=${`${id}.head`}>Product ${index + 1}</h4>
      ${
        isWritten
          ? nothing
          : removeButton(`Remove product ${index + 1}`, () => form.removeRow(remove, 'add-product'))
      }
    </div>
    <div class="line named">
      ${textInput(form, {
        id: `${id}.name`,
        label: 'Name',
        fields: [`${id}.name`],
        value: product.name,
        change: (name) => edit({ name }),
      })}
      ${textInput(form, {
        id: `${id}.price`,
        label: `Price, ${currency}`,
        fields: [`${id}.price`, `${id}.currency`],
        value: product.price,
        mode: 'decimal',
        change: (price) => edit({ price }),
      })}
    </div>
    ${textInput(form, {
      id: `${id}.description`,
      label: 'Description',
      fields: [`${id}.description`],
      value: product.description,
      change: (description) => edit({ description }),
    })}
    ${textInput(form, {
      id: `${id}.total`,
      label: 'Stock',
      hint: isWritten
        ? 'the platform removes no product; without stock it is sold out'
        : 'empty: as many as are wanted',
      fields: [`${id}.total`, `${id}.available`],
      value: product.stock,
      mode: 'numeric',
      change: (stock) => edit({ stock }),
    })}
    <label class="check">
      <input
        type="checkbox"
        .checked=${product.isShipped}
        @change=${() => edit({ isShipped: !product.isShipped })}
      />
      It is sent, so the customer gives an address
    </label>
  </div>`;
}
