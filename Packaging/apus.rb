# The formula for Homebrew, for a tap. Made by Scripts/release.
class Apus < Formula
  desc "Versioned models, the Swift classes for them, and stores that migrate"
  homepage "https://github.com/@REPOSITORY@"
  version "@VERSION@"
  license "Apache-2.0"
@PLATFORMS@
  def install
    bin.install Dir["bin/*"]
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/apus"
    zsh_completion.install "share/zsh/site-functions/_apus"
    fish_completion.install "share/fish/vendor_completions.d/apus.fish"
    doc.install Dir["share/doc/apus/*"]
  end

  test do
    assert_match "apus #{version}", shell_output("#{bin}/apus --version")
    system bin/"apus", "init", "--model", "Trips"
    system bin/"apus", "check"
  end
end
