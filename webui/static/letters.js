// Six letters on a phone: how many are to go, and the square beside them, read from a photo as soon as it is taken.
const WORDS = ["", " One to go.", " Two to go.", " Three to go.", " Four to go.", " Five to go.", ""];
const field = document.querySelector(".code-in");
function count() {
  const there = field.value.replace(/[^\p{L}\p{N}]/gu, "").length;
  document.getElementById("to-go").textContent = WORDS[Math.max(0, 6 - there)];
}
field?.addEventListener("input", count);
if (field) count();
for (const photo of document.querySelectorAll("[data-goes]")) {
  photo.addEventListener("change", () => {
    if (!photo.files.length) return;
    Object.assign(photo.form, { action: photo.dataset.goes, method: "post", enctype: "multipart/form-data" });
    photo.form.submit();
  });
}
